"""Tables online: HTTP, WebSocket, seats and people."""
