"""How things are said to people and read from them, whatever draws them."""
