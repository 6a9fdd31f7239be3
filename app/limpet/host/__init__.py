"""Where we run: terminal, server, browser."""
