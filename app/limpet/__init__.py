"""limpet: a chatbot for static pages that remembers."""
