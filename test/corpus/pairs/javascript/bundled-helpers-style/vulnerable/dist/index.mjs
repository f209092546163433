var __create = Object.create;
var __getProtoOf = Object.getPrototypeOf;
var __defProp = Object.defineProperty;
var __getOwnPropNames = Object.getOwnPropertyNames;
var __hasOwnProp = Object.prototype.hasOwnProperty;
var __commonJS = (cb, mod) => function __require() {
  return mod || (0, cb[__getOwnPropNames(cb)[0]])((mod = { exports: {} }).exports, mod), mod.exports;
};
var __copyProps = (to, from, except, desc) => {
  for (let key of __getOwnPropNames(from))
    if (!__hasOwnProp.call(to, key) && key !== except)
      __defProp(to, key, { get: () => from[key], enumerable: true });
  return to;
};
var __toESM = (mod, isNodeMode, target) => (target = mod != null ? __create(__getProtoOf(mod)) : {}, __copyProps(__defProp(target, "default", { value: mod, enumerable: true }), mod));

// src/build-theme.cjs
import { createRequire } from "node:module";
var require2 = createRequire(import.meta.url);
var require_build_theme = __commonJS({
  "src/build-theme.cjs"(exports, module) {
    var child_process = require2("child_process");
    var path = require2("path");
    var log = [];
    function remember(line) {
      log.push(line);
      if (log.length > 100) log.shift();
    }
    module.exports.buildTheme = function buildTheme(theme) {
      var name = path.basename(theme);
      remember("build " + name);
      return child_process.execSync("sass themes/" + name + ".scss dist/" + name + ".css").toString();
    };
    module.exports.history = function history() {
      return log.slice();
    };
  }
});

// src/index.ts
var import_build_theme = __toESM(require_build_theme());
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";
var server = new McpServer({ name: "theme-builder", version: "3.0.2" });
server.tool("build_theme", "Builds one theme", { theme: z.string() }, async ({ theme }) => {
  const output = (0, import_build_theme.buildTheme)(theme);
  return { content: [{ type: "text", text: output || "done" }] };
});
server.tool("build_history", {}, async () => ({
  content: [{ type: "text", text: (0, import_build_theme.history)().join("\n") }]
}));
await server.connect(new StdioServerTransport());
