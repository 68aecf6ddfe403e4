echo third
