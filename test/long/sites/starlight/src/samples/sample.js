export const sample = "code";
