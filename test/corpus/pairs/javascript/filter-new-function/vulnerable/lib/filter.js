'use strict';

function compile(condition) {
  return new Function('row', `with (row) { return (${condition}) }`);
}

exports.filterRows = function filterRows(rows, condition) {
  const matches = compile(condition);
  return rows.filter((row) => {
    try {
      return Boolean(matches(row));
    } catch {
      return false;
    }
  });
};
