"""Documents to a static site: fetching and making what it ships, building its index, serving it."""
