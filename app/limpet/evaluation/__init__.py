"""``limpet eval``: readers of public data sets, metrics, tasks. Left out of the page's wheel."""
