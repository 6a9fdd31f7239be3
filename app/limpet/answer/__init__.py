"""How do we say it?"""
