"""The faces: where people and programs meet the library. No deduction here, only words."""
