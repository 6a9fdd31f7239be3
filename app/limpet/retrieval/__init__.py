"""What do the documents say? Read-only indexes of fragments; knows nothing of memory."""
