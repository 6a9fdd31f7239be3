"""Programs that the site build runs inside Pyodide under Node; nothing here is imported by limpet itself."""
