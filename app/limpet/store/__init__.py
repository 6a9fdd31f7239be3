"""Where things live."""
