import { z } from 'zod'
import { lookalikeLimits } from '../../registry/tools/lookalike-limits.ts'
import { findLookalikes } from '../../registry/tools/find-lookalikes.ts'
import { endpoint } from '../endpoint.ts'
import { requireServer, ServerParams } from './require-server.ts'

const OtherServer = z
  .object({
    id: z.uuid().meta({ description: 'Unique identifier for the server.' }),
    slug: z.string().meta({ description: 'Server slug.', examples: ['npm-mkdirp'] }),
    name: z.string().meta({ description: 'Server name.', examples: ['mkdirp'] }),
    createdAt: z.iso.datetime().meta({ description: 'Time when the server was added to the registry.' }),
  })
  .meta({ id: 'LookalikeServer', description: 'Another server in the registry.' })

const LikeNamed = OtherServer.extend({
  likeness: z.enum(['folded', 'edit']).meta({
    description:
      'Kind of similarity. `folded`: the names differ only in case, separators, scope, or look-alike ' +
      'characters. `edit`: one character is added, removed, replaced, or swapped with an adjacent character, ' +
      'and at least one of the servers is popular.',
  }),
  popularity: z
    .number()
    .nullable()
    .meta({ description: 'Popularity from 0 to 100. Null if popularity was not measured.', examples: [61.5] }),
}).meta({ id: 'LikeNamedServer', description: 'A server whose name can be confused with the name of this server.' })

const ToolRules = z.array(z.string()).meta({
  description:
    "Rules that reported findings in the other server's tool descriptions. A copy of poisoned text produces the same " +
    'findings as the original. Empty if only the names are similar.',
  examples: [['tool-text-asks-for-secrets']],
})

const ToolLookalike = z
  .object({
    kind: z.enum(['tool', 'resource', 'prompt', 'instructions']).meta({ description: 'Kind of MCP primitive.' }),
    name: z.string().meta({ description: 'Name of the primitive on this server.', examples: ['read_file'] }),
    likeness: z.enum(['definition', 'description', 'name']).meta({
      description:
        'Kind of similarity. `definition`: the complete definitions are identical. `description`: the ' +
        'descriptions are long and identical. `name`: the names are similar.',
    }),
    total: z
      .int()
      .positive()
      .meta({
        description:
          'Number of other servers that offer the same or a similar primitive. Counting stops at ' +
          `${lookalikeLimits.maxServersPerName + 1}.`,
        examples: [1],
      }),
    servers: z
      .array(
        OtherServer.extend({
          tool: z.string().meta({ description: 'Name of the primitive on the other server.', examples: ['readFile'] }),
          toolRules: ToolRules,
        }).meta({ id: 'LookalikeTool', description: 'Another server that offers the same or a similar primitive.' }),
      )
      .meta({
        description:
          `Up to ${lookalikeLimits.maxServers} of the other servers that offer the same or a similar ` + 'primitive.',
      }),
  })
  .meta({
    id: 'ToolLookalikes',
    description:
      'A tool, resource, prompt, or instruction text that the server offers to models, and the other servers ' +
      'that offer an identical or similar one.',
  })

/** Lists servers and tools that resemble a server and its tools. */
export const listServerLookalikes = endpoint({
  id: 'list-server-lookalikes',
  method: 'get',
  path: '/api/v1/servers/:slug/lookalikes',
  tag: 'servers',
  summary: 'List lookalikes for a server',
  description:
    'Returns servers with similar names and servers that offer the same or similar tools. Use this endpoint to find ' +
    'typosquatting and tool shadowing. Names that differ by a single edit are listed if at least one of the two ' +
    `servers has a popularity of ${lookalikeLimits.minPopularity} or more. Tools, resources, and prompts are listed ` +
    'if another server has the same definition or long description. Tools are also listed if another server has a ' +
    'tool with a similar name. If both servers are installed, one tool can shadow another tool with the same name. ' +
    `Names shared by more than ${lookalikeLimits.maxServersPerName} servers are considered common and are not ` +
    'listed. The response does not indicate which server is the original.',
  permission: 'anyone',
  readsReplica: true,
  params: ServerParams,
  query: z.strictObject({}),
  body: undefined,
  status: 200,
  data: z.object({
    servers: z.array(LikeNamed).meta({
      description:
        `Servers with similar names. The list starts with up to ${lookalikeLimits.maxServers} servers whose ` +
        `likeness is \`folded\`, oldest first. Up to ${lookalikeLimits.maxServers} servers whose likeness is ` +
        '`edit` follow, most popular first.',
    }),
    tools: z.array(ToolLookalike).meta({ description: 'Tools that have lookalikes, strongest similarity first.' }),
  }),
  errors: ['NOT_FOUND'],
  mayHaveMoved: true,
  async respond({ db }, { params }) {
    const server = await requireServer(db, params)
    const { servers, tools, rulesAboutTools } = await findLookalikes(db, server)
    const toolRulesOf = (id: string, likeness: string) =>
      likeness === 'name' ? [] : [...(rulesAboutTools.get(id) ?? [])]
    return {
      data: {
        servers: servers.map(({ id, slug, name, createdAt, likeness, popularity }) => ({
          id,
          slug,
          name,
          createdAt: createdAt.toISOString(),
          likeness,
          popularity,
        })),
        tools: tools.map(({ kind, name, likeness, servers: total, found }) => ({
          kind,
          name,
          likeness,
          total,
          servers: found.map((one) => ({
            id: one.server.id,
            slug: one.server.slug,
            name: one.server.name,
            createdAt: one.server.createdAt.toISOString(),
            tool: one.name,
            toolRules: toolRulesOf(one.server.id, likeness),
          })),
        })),
      },
    }
  },
})
