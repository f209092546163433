import { z } from 'zod'
import { listMeasuredSources } from '../../db/registry/signals.ts'
import { categories } from '../../registry/categories/catalogue.ts'
import { categoryCandidates } from '../../registry/categories/categorize.ts'
import { describedBySource } from '../../registry/categories/described-source.ts'
import { endpoint } from '../endpoint.ts'
import { requireServer, ServerParams } from './require-server.ts'

const Candidate = z
  .object({
    category: z.string().meta({ description: 'Category slug.', examples: ['databases'] }),
    title: z.string().meta({ description: 'Display name of the category.', examples: ['Databases'] }),
    points: z
      .int()
      .positive()
      .meta({ description: 'Total points for the matching words.', examples: [7] }),
    evidence: z
      .array(
        z
          .object({
            word: z
              .string()
              .meta({ description: 'Word or phrase that was found, in its singular form.', examples: ['postgres'] }),
            place: z.enum(['name', 'keywords', 'description', 'tools']).meta({
              description:
                'Where the word was found. A match in a server name is worth 5 points, in a keyword 3, and in a ' +
                'description or tool name 2.',
            }),
          })
          .meta({ id: 'CategoryEvidence', description: 'A matching word and the place where it was found.' }),
      )
      .meta({ description: 'Words that matched the category. Each word counts only once per place.' }),
  })
  .meta({ id: 'CategoryCandidate', description: 'A category and the words that matched it.' })

/** Returns a server's category with the reasons for it. */
export const getServerCategory = endpoint({
  id: 'get-server-category',
  method: 'get',
  path: '/api/v1/servers/:slug/category',
  tag: 'servers',
  summary: "Get a server's category",
  description:
    "Returns a server's category and the words that determined it. A category earns points for matching words in " +
    "the server's name, keywords, description, and tool names. The category with the most points is assigned if " +
    'it has at least 3 points. The evidence lists the words that currently match, even if they did not match when ' +
    "the category was assigned. The category is updated the next time the server's quality is measured.",
  permission: 'anyone',
  readsReplica: true,
  params: ServerParams,
  query: z.strictObject({}),
  body: undefined,
  status: 200,
  data: z.object({
    category: z.string().meta({
      description: 'Slug of the category. `other` if no category has enough points.',
      examples: ['databases'],
    }),
    title: z.string().meta({ description: 'Display name of the category.', examples: ['Databases'] }),
    description: z.string().meta({ description: 'Category description.' }),
    candidates: z.array(Candidate).meta({ description: 'Categories with matching words, highest-scoring first.' }),
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
