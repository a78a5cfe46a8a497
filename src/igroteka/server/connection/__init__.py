"""One client's WebSocket connection: frames, messages, limits."""
