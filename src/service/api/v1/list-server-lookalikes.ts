import { z } from 'zod'
import { lookalikeLimits } from '../../registry/tools/lookalike-limits.ts'
import { findLookalikes } from '../../registry/tools/find-lookalikes.ts'
import { endpoint } from '../endpoint.ts'
import { requireServer, ServerParams } from './require-server.ts'

const OtherServer = z
  .object({
    id: z.uuid().meta({ description: 'Unique identifier of the server.' }),
    slug: z.string().meta({ description: 'Slug of the server.', examples: ['npm-mkdirp'] }),
    name: z.string().meta({ description: 'Name of the server.', examples: ['mkdirp'] }),
    createdAt: z.iso.datetime().meta({ description: 'Time when the server was added to the registry.' }),
  })
  .meta({ id: 'LookalikeServer', description: 'Another server in the registry.' })

const LikeNamed = OtherServer.extend({
  likeness: z.enum(['folded', 'edit']).meta({
    description:
      'Kind of similarity. `folded`: the names differ only in case, separators, scope, or characters that look ' +
      'alike. `edit`: one character is added, removed, replaced, or swapped with its neighbor, and one of the ' +
      'servers is popular.',
  }),
  popularity: z
    .number()
    .nullable()
    .meta({ description: 'Popularity from 0 to 100. Null if it was not measured.', examples: [61.5] }),
}).meta({ id: 'LikeNamedServer', description: 'A server whose name can be confused with this one.' })

const ToolRules = z.array(z.string()).meta({
  description:
    'Rules with findings in the texts of the other server, if the texts are equal. A copy of a poisoned text ' +
    'has the same findings. Empty if only the names are similar.',
  examples: [['tool-text-asks-for-secrets']],
})

const ToolLookalike = z
  .object({
    kind: z.enum(['tool', 'resource', 'prompt', 'instructions']).meta({ description: 'Kind of MCP primitive.' }),
    name: z.string().meta({ description: 'Name in this server.', examples: ['read_file'] }),
    likeness: z.enum(['definition', 'description', 'name']).meta({
      description:
        'Kind of similarity. `definition`: the complete definition is equal. `description`: a long description ' +
        'is equal. `name`: the names are similar.',
    }),
    total: z
      .int()
      .positive()
      .meta({
        description:
          'Number of other servers that offer it. Counting stops at ' + `${lookalikeLimits.maxServersPerName + 1}.`,
        examples: [1],
      }),
    servers: z
      .array(
        OtherServer.extend({
          tool: z.string().meta({ description: 'Name in the other server.', examples: ['readFile'] }),
          toolRules: ToolRules,
        }).meta({ id: 'LookalikeTool', description: 'Another server that offers the same or a similar tool.' }),
      )
      .meta({ description: `The first ${lookalikeLimits.maxServers} of these servers.` }),
  })
  .meta({
    id: 'ToolLookalikes',
    description: 'Something that the server offers to models, with other servers that offer the same.',
  })

/** The lookalikes of a server and its tools. */
export const listServerLookalikes = endpoint({
  id: 'list-server-lookalikes',
  method: 'get',
  path: '/api/v1/servers/:slug/lookalikes',
  tag: 'servers',
  summary: 'List lookalikes of a server',
  description:
    'Returns servers with similar names and servers that offer the same tools. Use it to find typosquatting and ' +
    'tool shadowing. Names with one edit are listed if one of the servers has a popularity of at least ' +
    `${lookalikeLimits.minPopularity}. Tools are listed if the definition, a long description, or the name is ` +
    'the same. A tool with the same name shadows the other one if both are installed. Names that more than ' +
    `${lookalikeLimits.maxServersPerName} servers share are common and not listed. The result does not show ` +
    'which server is the original.',
  permission: 'anyone',
  params: ServerParams,
  query: z.strictObject({}),
  body: undefined,
  status: 200,
  data: z.object({
    servers: z.array(LikeNamed).meta({
      description:
        `Servers with similar names. The first ${lookalikeLimits.maxServers} \`folded\` names are first, oldest ` +
        'first. Then follow as many `edit` names, most popular first.',
    }),
    tools: z.array(ToolLookalike).meta({ description: 'Tools with lookalikes, strongest similarity first.' }),
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
