var __defProp = Object.defineProperty;
var __getOwnPropDesc = Object.getOwnPropertyDescriptor;
var __getOwnPropNames = Object.getOwnPropertyNames;
var __hasOwnProp = Object.prototype.hasOwnProperty;
var __export = (target, all) => {
  for (var name in all)
    __defProp(target, name, { get: all[name], enumerable: true });
};
var __copyProps = (to, from, except, desc) => {
  if (from && typeof from === "object" || typeof from === "function") {
    for (let key of __getOwnPropNames(from))
      if (!__hasOwnProp.call(to, key) && key !== except)
        __defProp(to, key, { get: () => from[key], enumerable: !(desc = __getOwnPropDesc(from, key)) || desc.enumerable });
  }
  return to;
};
var __toCommonJS = (mod) => __copyProps(__defProp({}, "__esModule", { value: true }), mod);

// table.js
var table_exports = {};
__export(table_exports, {
  displayWidth: () => displayWidth,
  pad: () => pad,
  renderMarkdown: () => renderMarkdown,
  renderTable: () => renderTable,
  report: () => report
});
module.exports = __toCommonJS(table_exports);

// csv.js
var quote = '"';
var CsvError = class extends Error {
  constructor(message, line) {
    super(`${message} in line ${line}`);
    this.name = "CsvError";
    this.line = line;
  }
};
function parseRows(text, options = {}) {
  const separator = options.separator ?? ",";
  const rows = [];
  let row = [];
  let field = "";
  let line = 1;
  let isQuoted = false;
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    if (isQuoted) {
      if (character === quote && text[index + 1] === quote) {
        field += quote;
        index += 1;
      } else if (character === quote) {
        isQuoted = false;
      } else {
        if (character === "\n") line += 1;
        field += character;
      }
      continue;
    }
    if (character === quote) {
      if (field !== "") throw new CsvError("a quote inside of a field", line);
      isQuoted = true;
    } else if (character === separator) {
      row.push(field);
      field = "";
    } else if (character === "\n" || character === "\r") {
      if (character === "\r" && text[index + 1] === "\n") index += 1;
      row.push(field);
      rows.push(row);
      row = [];
      field = "";
      line += 1;
    } else {
      field += character;
    }
  }
  if (isQuoted) throw new CsvError("a field does not end", line);
  if (field !== "" || row.length > 0) {
    row.push(field);
    rows.push(row);
  }
  return rows;
}
function parseRecords(text, options = {}) {
  const [header, ...rows] = parseRows(text, options);
  if (header === void 0) return [];
  const names = header.map((name) => options.trim === false ? name : name.trim());
  return rows.filter((row) => row.length > 1 || row[0] !== "").map((row, index) => {
    if (row.length !== names.length) throw new CsvError(`${row.length} fields instead of ${names.length}`, index + 2);
    const record = {};
    for (let column = 0; column < names.length; column += 1) record[names[column]] = row[column];
    return record;
  });
}
function guessSeparator(text) {
  const firstLine = text.slice(0, text.search(/[\r\n]|$/));
  let best = ",";
  let most = 0;
  for (const candidate of [",", ";", "	", "|"]) {
    const count = firstLine.split(candidate).length - 1;
    if (count > most) {
      best = candidate;
      most = count;
    }
  }
  return best;
}
function groupBy(records, name) {
  const groups = /* @__PURE__ */ new Map();
  for (const record of records) {
    const key = record[name] ?? "";
    const group = groups.get(key);
    if (group === void 0) groups.set(key, [record]);
    else group.push(record);
  }
  return groups;
}
function summarise(records, name, value) {
  const summary = [];
  for (const [key, group] of groupBy(records, name)) {
    const numbers = group.map((record) => Number(record[value])).filter((number) => Number.isFinite(number));
    const total = numbers.reduce((sum, number) => sum + number, 0);
    summary.push({ [name]: key, count: group.length, total, mean: numbers.length === 0 ? 0 : total / numbers.length, least: Math.min(...numbers), greatest: Math.max(...numbers) });
  }
  return summary.sort((left, right) => right.total - left.total);
}

// table.js
var corners = { single: ["\u250C", "\u252C", "\u2510", "\u251C", "\u253C", "\u2524", "\u2514", "\u2534", "\u2518"], double: ["\u2554", "\u2566", "\u2557", "\u2560", "\u256C", "\u2563", "\u255A", "\u2569", "\u255D"] };
function displayWidth(text) {
  let width = 0;
  for (const character of text) {
    const code = character.codePointAt(0);
    if (code === 0 || code >= 768 && code <= 879) continue;
    const isWide = code >= 4352 && code <= 4447 || code >= 11904 && code <= 42191 || code >= 44032 && code <= 55203 || code >= 65280 && code <= 65376;
    width += isWide ? 2 : 1;
  }
  return width;
}
function pad(text, width, alignment) {
  const missing = Math.max(0, width - displayWidth(text));
  if (alignment === "right") return " ".repeat(missing) + text;
  if (alignment === "centre") return " ".repeat(Math.floor(missing / 2)) + text + " ".repeat(Math.ceil(missing / 2));
  return text + " ".repeat(missing);
}
function renderTable(records, options = {}) {
  const names = options.names ?? Object.keys(records[0] ?? {});
  const [topLeft, topMiddle, topRight, left, middle, right, bottomLeft, bottomMiddle, bottomRight] = corners[options.style ?? "single"];
  const cells = records.map((record) => names.map((name) => String(record[name] ?? "")));
  const widths = names.map((name, column) => Math.max(displayWidth(name), ...cells.map((row) => displayWidth(row[column]))));
  const rule = (start, between, end) => start + widths.map((width) => "\u2500".repeat(width + 2)).join(between) + end;
  const line = (row) => "\u2502" + row.map((cell, column) => ` ${pad(cell, widths[column], options.alignments?.[column])} `).join("\u2502") + "\u2502";
  return [rule(topLeft, topMiddle, topRight), line(names), rule(left, middle, right), ...cells.map(line), rule(bottomLeft, bottomMiddle, bottomRight)].join("\n");
}
function renderMarkdown(records, names = Object.keys(records[0] ?? {})) {
  const escape = (text) => String(text ?? "").replaceAll("|", "\\|").replaceAll("\n", " ");
  const head = `| ${names.map(escape).join(" | ")} |`;
  const rule = `| ${names.map(() => "---").join(" | ")} |`;
  return [head, rule, ...records.map((record) => `| ${names.map((name) => escape(record[name])).join(" | ")} |`)].join("\n");
}
function report(text, options = {}) {
  const records = parseRecords(text, { separator: options.separator ?? guessSeparator(text) });
  const summary = summarise(records, options.by, options.value);
  return options.format === "markdown" ? renderMarkdown(summary) : renderTable(summary, { alignments: ["left", "right", "right", "right", "right", "right"] });
}
// Annotate the CommonJS export names for ESM import in node:
0 && (module.exports = {
  displayWidth,
  pad,
  renderMarkdown,
  renderTable,
  report
});
