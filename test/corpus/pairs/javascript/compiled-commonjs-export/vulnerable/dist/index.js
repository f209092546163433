#!/usr/bin/env node
"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
const mcp_js_1 = require("@modelcontextprotocol/sdk/server/mcp.js");
const stdio_js_1 = require("@modelcontextprotocol/sdk/server/stdio.js");
const zod_1 = require("zod");
const exporter_1 = require("./exporter");
const server = new mcp_js_1.McpServer({ name: "table-export", version: "1.7.0" });
server.tool("export_table", "Writes rows to a CSV file", {
    fileName: zod_1.z.string(),
    rows: zod_1.z.array(zod_1.z.array(zod_1.z.string())),
}, async ({ fileName, rows }) => {
    const target = (0, exporter_1.exportTable)(fileName, rows);
    return { content: [{ type: "text", text: `Wrote ${target}` }] };
});
async function main() {
    const transport = new stdio_js_1.StdioServerTransport();
    await server.connect(transport);
}
main().catch((error) => {
    console.error(error);
    process.exit(1);
});
