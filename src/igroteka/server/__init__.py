"""Tables online: HTTP, WebSocket, seats and people."""

from igroteka.core.extras import need

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
