import { z } from 'zod'
import { listMeasuredSources } from '../../db/registry/signals.ts'
import { categories } from '../../registry/categories/catalogue.ts'
import { categoryCandidates } from '../../registry/categories/categorise.ts'
import { describedBySource } from '../../registry/categories/described-source.ts'
import { endpoint } from '../endpoint.ts'
import { requireServer, ServerParams } from './require-server.ts'

const Candidate = z
  .object({
    category: z.string().meta({ description: 'Its slug.', examples: ['databases'] }),
    title: z.string().meta({ description: 'For people.', examples: ['Databases'] }),
    points: z
      .int()
      .positive()
      .meta({ description: 'What its words count together.', examples: [7] }),
    evidence: z
      .array(
        z
          .object({
            word: z
              .string()
              .meta({ description: 'The word, or several after each other, in the singular.', examples: ['postgres'] }),
            place: z
              .enum(['name', 'keywords', 'description', 'tools'])
              .meta({ description: 'Where it stands. Names count 5, keywords 3, descriptions and names of tools 2.' }),
          })
          .meta({ id: 'CategoryEvidence', description: 'A word that was found, and where.' }),
      )
      .meta({ description: 'The words of the category that were found, each counted once where it stands.' }),
  })
  .meta({ id: 'CategoryCandidate', description: 'A category whose words were found.' })

/** Why a server is in its category. */
export const getServerCategory = endpoint({
  id: 'get-server-category',
  method: 'get',
  path: '/api/v1/servers/:slug/category',
  tag: 'servers',
  summary: 'Explain the category of a server',
  description:
    'A category is decided by words in the name, the keywords, the description and the names of tools: the ' +
    'one whose words count most, at least 3 points. What is found now is decided anew when the quality of ' +
    'the server is measured the next time.',
  permission: 'anyone',
  params: ServerParams,
  query: z.strictObject({}),
  body: undefined,
  status: 200,
  data: z.object({
    category: z.string().meta({
      description: 'Slug of the category that the server is in; `other` where no words decide.',
      examples: ['databases'],
    }),
    title: z.string().meta({ description: 'For people.', examples: ['Databases'] }),
    description: z.string().meta({ description: 'What is in the category.' }),
    candidates: z
      .array(Candidate)
      .meta({ description: 'The categories that its words speak for, the one that is decided for first.' }),
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
