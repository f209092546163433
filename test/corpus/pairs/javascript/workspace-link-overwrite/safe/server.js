const { Server } = require('@modelcontextprotocol/sdk/server/index.js');
const { StdioServerTransport } = require('@modelcontextprotocol/sdk/server/stdio.js');
const { CallToolRequestSchema, ListToolsRequestSchema } = require('@modelcontextprotocol/sdk/types.js');
const fs = require('fs');
const path = require('path');

const WORKSPACE = fs.realpathSync(process.env.WORKSPACE || process.cwd());
const server = new Server({ name: 'workspace-files', version: '3.1.0' }, { capabilities: { tools: {} } });

function inWorkspace(name) {
  const full = path.resolve(WORKSPACE, String(name));
  if (!full.startsWith(WORKSPACE + path.sep)) throw new Error('path leaves the workspace');
  return full;
}

function writeText(name, text) {
  const asked = inWorkspace(name);
  const full = path.join(fs.realpathSync(path.dirname(asked)), path.basename(asked));
  if (!full.startsWith(WORKSPACE + path.sep)) throw new Error('path leaves the workspace');
  if (fs.existsSync(full) || isLink(full)) fs.unlinkSync(full);
  fs.writeFileSync(full, text, { flag: 'wx' });
  return full;
}

function isLink(full) {
  const found = fs.lstatSync(full, { throwIfNoEntry: false });
  return found !== undefined && found.isSymbolicLink();
}

const object = (properties) => ({ type: 'object', properties, required: Object.keys(properties) });

server.setRequestHandler(ListToolsRequestSchema, async () => ({
  tools: [
    { name: 'write_text', description: 'Write a text file', inputSchema: object({ name: { type: 'string' }, text: { type: 'string' } }) },
    { name: 'link', description: 'Link a name to a mounted dataset', inputSchema: object({ name: { type: 'string' }, target: { type: 'string' } }) },
  ],
}));

server.setRequestHandler(CallToolRequestSchema, async (request) => {
  const args = request.params.arguments;
  switch (request.params.name) {
    case 'write_text':
      return { content: [{ type: 'text', text: 'wrote ' + writeText(args.name, String(args.text)) }] };
    case 'link': {
      const parent = fs.realpathSync(path.dirname(inWorkspace(args.name)));
      if (parent !== WORKSPACE && !parent.startsWith(WORKSPACE + path.sep)) throw new Error('path leaves the workspace');
      fs.symlinkSync(args.target, path.join(parent, path.basename(args.name)));
      return { content: [{ type: 'text', text: 'linked' }] };
    }
    default:
      throw new Error('unknown tool');
  }
});

server.connect(new StdioServerTransport());
