"""How do we answer?"""
