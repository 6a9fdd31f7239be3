"""Words: tokens, stems, stop words and their weights; knows neither memory nor retrieval."""
