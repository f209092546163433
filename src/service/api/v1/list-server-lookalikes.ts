import { z } from 'zod'
import { lookalikeLimits } from '../../registry/tools/lookalike-limits.ts'
import { findLookalikes } from '../../registry/tools/find-lookalikes.ts'
import { endpoint } from '../endpoint.ts'
import { requireServer, ServerParams } from './require-server.ts'

const OtherServer = z
  .object({
    id: z.uuid().meta({ description: 'Its id.' }),
    slug: z.string().meta({ description: 'Names it in paths.', examples: ['npm-mkdirp'] }),
    name: z.string().meta({ description: 'Its name.', examples: ['mkdirp'] }),
    createdAt: z.iso.datetime().meta({ description: 'Since when the registry has it.' }),
  })
  .meta({ id: 'LookalikeServer', description: 'Another server of the registry.' })

const LikeNamed = OtherServer.extend({
  likeness: z.enum(['folded', 'edit']).meta({
    description:
      '`folded`: the names are the same but for case, separators, scope, and letters and digits that look ' +
      'alike. `edit`: one character is added, left out, exchanged or swapped with its neighbour, and one of ' +
      'the two is much used.',
  }),
  popularity: z
    .number()
    .nullable()
    .meta({ description: 'How much it is used, 0 to 100; null: not measured.', examples: [61.5] }),
}).meta({ id: 'LikeNamedServer', description: 'Another server of the registry, whose name may be taken for this one.' })

const ToolRules = z.array(z.string()).meta({
  description:
    'Rules that found something in what the server tells models, where the text is the same: whoever copies ' +
    'a poisoned text copies its findings. Empty for names alone.',
  examples: [['tool-text-asks-for-secrets']],
})

const ToolLookalike = z
  .object({
    kind: z
      .enum(['tool', 'resource', 'prompt', 'instructions'])
      .meta({ description: 'What it is in the Model Context Protocol.' }),
    name: z.string().meta({ description: 'Its name at this server.', examples: ['read_file'] }),
    likeness: z.enum(['definition', 'description', 'name']).meta({
      description:
        '`definition`: models are told all the same of it. `description`: a long description is the same, ' +
        'word for word. `name`: it is called alike.',
    }),
    total: z
      .int()
      .positive()
      .meta({
        description:
          `Other servers that have such, at most ${lookalikeLimits.maxServersPerName + 1} of ` + `which are counted.`,
        examples: [1],
      }),
    servers: z
      .array(
        OtherServer.extend({
          tool: z.string().meta({ description: 'Its name there.', examples: ['readFile'] }),
          toolRules: ToolRules,
        }).meta({ id: 'LookalikeTool', description: 'Another server, and what it calls it.' }),
      )
      .meta({ description: `The first ${lookalikeLimits.maxServers} of them.` }),
  })
  .meta({ id: 'ToolLookalikes', description: 'Something that the server offers to models, and where else such is.' })

/** What at other servers looks like a server. */
export const listServerLookalikes = endpoint({
  id: 'list-server-lookalikes',
  method: 'get',
  path: '/api/v1/servers/:slug/lookalikes',
  tag: 'servers',
  summary: 'List what looks like a server or its tools',
  description:
    'Servers whose names are taken for this one, as squatters choose them (a name that is one edit away is ' +
    `listed where one of the two has a popularity of at least ${lookalikeLimits.minPopularity}), and servers ` +
    'that offer the same as this one: the same definition, the same long description, or a tool of the same ' +
    'name, which shadows the other where both are installed. Names that more than ' +
    `${lookalikeLimits.maxServersPerName} servers use are common, and not listed. None of it says who copied from ` +
    'whom.',
  permission: 'anyone',
  params: ServerParams,
  query: z.strictObject({}),
  body: undefined,
  status: 200,
  data: z.object({
    servers: z.array(LikeNamed).meta({
      description:
        `Names that look alike: the first ${lookalikeLimits.maxServers} that are folded alike, the oldest ` +
        'first, then as many that are one edit away, what is used most first.',
    }),
    tools: z.array(ToolLookalike).meta({ description: 'The strongest likeness first.' }),
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
