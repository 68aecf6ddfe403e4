/** Wrong usage or configuration: the message is for the person at the terminal. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}
