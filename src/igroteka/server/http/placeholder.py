"""What a browser sees until the page is built: where it is and how to play from a terminal."""

from typing import Final

HOME: Final = """<!doctype html>
<html lang="ru"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Игротека</title>
<style>
  body { font: 1rem/1.5 system-ui, sans-serif; background: #F7F2E8; color: #23263A; margin: 0 auto;
         max-width: 40rem; padding: 1.5rem; }
  code { background: #EFE8DA; padding: .1em .4em; border-radius: .4em; overflow-wrap: anywhere; }
</style>
<h1>Игротека</h1>
<p>Сервер работает. Сыграть можно из терминала:</p>
<p><code>igroteka play GAME --join {origin}</code></p>
<p lang="en">The server is running. Play from a terminal with the command above; the protocol for other
clients is in docs/protocol.md, the HTTP interface at
<a href="/api/schema/openapi.json">/api/schema/openapi.json</a>.</p>
</html>
"""
