'use strict';

const OPERATORS = {
  '==': (left, right) => String(left) === right,
  '<': (left, right) => Number(left) < Number(right),
  '>': (left, right) => Number(left) > Number(right),
};

function compile(condition) {
  const match = /^(\w+)\s*(==|<|>)\s*(.+)$/.exec(condition);
  if (!match) throw new Error('A condition is <field> <operator> <value>');
  const [, field, operator, value] = match;
  return (row) => OPERATORS[operator](row[field], value);
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
