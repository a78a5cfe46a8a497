"""Tables online: HTTP, WebSocket, seats and people."""

import sys

from igroteka.core.extras import need

if sys.platform != "emscripten":  # in a browser tables run without any of these (igroteka.offline)
    need(
        "igroteka.server",
        "server",
        "litestar",
        "uvicorn",
        "websockets",
        "apsw",
        "segno",
        "prometheus_client",
    )
