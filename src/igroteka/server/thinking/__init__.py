"""Where searching bots think: in processes here or on other machines, which all tables share fairly."""
