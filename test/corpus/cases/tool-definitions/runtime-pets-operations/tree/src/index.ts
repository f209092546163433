import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";
import { readFileSync } from "node:fs";

const server = new McpServer({ name: "pets", version: "1.0.0" });
const spec = JSON.parse(readFileSync(new URL("./operations.json", import.meta.url), "utf8"));

for (const operation of spec.operations) {
  server.registerTool(
    operation.id,
    { description: operation.summary, inputSchema: { query: z.string().optional() } },
    async ({ query }) => {
      const response = await fetch(`https://api.pets.example${operation.path}?q=${encodeURIComponent(query ?? "")}`);
      return { content: [{ type: "text", text: await response.text() }] };
    },
  );
}

await server.connect(new StdioServerTransport());
