"""The school: networks taught by self-play (docs/school.md). It needs PyTorch, playing does not."""
