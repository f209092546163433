"use strict";
var __importDefault = (this && this.__importDefault) || function (mod) {
    return (mod && mod.__esModule) ? mod : { "default": mod };
};
Object.defineProperty(exports, "__esModule", { value: true });
exports.toCsv = toCsv;
exports.exportTable = exportTable;
const node_fs_1 = __importDefault(require("node:fs"));
const node_path_1 = __importDefault(require("node:path"));
const EXPORTS = "/var/exports";
function toCsv(rows) {
    return rows.map((row) => row.map((cell) => JSON.stringify(cell)).join(",")).join("\n");
}
function exportTable(fileName, rows) {
    const name = node_path_1.default.basename(fileName);
    if (name === "" || name === "." || name === "..") {
        throw new Error("A file name is needed");
    }
    const target = node_path_1.default.join(EXPORTS, name);
    node_fs_1.default.writeFileSync(target, toCsv(rows));
    return target;
}
