/** A setting of the operator's has a value that cannot be used. The message holds no secret. */
export class InvalidSettingError extends Error {
  override readonly name = "InvalidSettingError";
}
