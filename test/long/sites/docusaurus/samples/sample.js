export const sample = "code of a sample";
