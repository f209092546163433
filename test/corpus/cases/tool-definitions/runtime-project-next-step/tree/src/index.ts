import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";

const server = new McpServer({ name: "projects", version: "1.0.0" });

server.registerTool(
  "get_project",
  { description: "Get a project.", inputSchema: { id: z.string().optional() } },
  async ({ id }) => {
    if (!id) {
      return {
        content: [
          { type: "text", text: "No id given. Call `list_projects` first to get an id, then call `get_project` again with that id." },
        ],
        isError: true,
      };
    }
    return { content: [{ type: "text", text: `Project ${id}. Next step: call list_issues with this id.` }] };
  },
);

await server.connect(new StdioServerTransport());
