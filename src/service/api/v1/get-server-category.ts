import { z } from 'zod'
import { listMeasuredSources } from '../../db/registry/signals.ts'
import { categories } from '../../registry/categories/catalogue.ts'
import { categoryCandidates } from '../../registry/categories/categorize.ts'
import { describedBySource } from '../../registry/categories/described-source.ts'
import { endpoint } from '../endpoint.ts'
import { requireServer, ServerParams } from './require-server.ts'

const Candidate = z
  .object({
    category: z.string().meta({ description: 'Slug of the category.', examples: ['databases'] }),
    title: z.string().meta({ description: 'Name of the category for display.', examples: ['Databases'] }),
    points: z
      .int()
      .positive()
      .meta({ description: 'Total points of the words found.', examples: [7] }),
    evidence: z
      .array(
        z
          .object({
            word: z
              .string()
              .meta({ description: 'Word or phrase that was found, in the singular.', examples: ['postgres'] }),
            place: z.enum(['name', 'keywords', 'description', 'tools']).meta({
              description: 'Where the word was found. Names count 5 points, keywords 3, descriptions and tool names 2.',
            }),
          })
          .meta({ id: 'CategoryEvidence', description: 'A word that was found, with its place.' }),
      )
      .meta({ description: 'Words of the category that were found. Each word counts once per place.' }),
  })
  .meta({ id: 'CategoryCandidate', description: 'A category with words that were found.' })

/** The category of a server and the reasons for it. */
export const getServerCategory = endpoint({
  id: 'get-server-category',
  method: 'get',
  path: '/api/v1/servers/:slug/category',
  tag: 'servers',
  summary: 'Get the category of a server',
  description:
    'Returns the category of a server and the words that led to it. Words in the name, keywords, description, ' +
    'and tool names add points. The category with the most points wins if it has at least 3. The evidence shows ' +
    'the current words. The category is updated when the quality of the server is measured next.',
  permission: 'anyone',
  params: ServerParams,
  query: z.strictObject({}),
  body: undefined,
  status: 200,
  data: z.object({
    category: z.string().meta({
      description: 'Slug of the category. `other` if no category has enough points.',
      examples: ['databases'],
    }),
    title: z.string().meta({ description: 'Name of the category for display.', examples: ['Databases'] }),
    description: z.string().meta({ description: 'Description of the category.' }),
    candidates: z.array(Candidate).meta({ description: 'Categories with words that were found, best first.' }),
  }),
  errors: ['NOT_FOUND'],
  mayHaveMoved: true,
  async respond({ db }, { params }) {
    const server = await requireServer(db, params)
    const [source] = await listMeasuredSources(db, server.id)
    const candidates = source ? categoryCandidates(describedBySource(server, source)) : []
    return {
      data: {
        category: server.category,
        title: about(server.category)?.title ?? server.category,
        description: about(server.category)?.description ?? '',
        candidates: candidates.map(({ category, points, evidence }) => ({
          category,
          title: about(category)?.title ?? category,
          points,
          evidence: [...evidence],
        })),
      },
    }
  },
})

const about = (slug: string) => categories.find((one) => one.slug === slug)
