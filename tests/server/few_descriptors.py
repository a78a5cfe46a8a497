"""A server that may have 256 files and sockets open, and no more."""

import json
import os
import resource
import sys

from igroteka.server.run import serve
from igroteka.server.settings import from_environment

if __name__ == "__main__":
    resource.setrlimit(resource.RLIMIT_NOFILE, (256, 256))
    serve(from_environment(os.environ, json.loads(sys.argv[1])), lambda url: print(url, flush=True))
