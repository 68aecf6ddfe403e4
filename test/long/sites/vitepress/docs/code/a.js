const first = 1;

function part() {
  // #region part
  const second = 2;
  // #endregion part
}
