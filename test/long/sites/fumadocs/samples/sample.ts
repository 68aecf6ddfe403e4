export const before = 0;
// #region part
export const inside = 1;
// #endregion part
