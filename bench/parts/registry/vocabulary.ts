/**
 * Words of generated servers and their descriptions. Common words come first, followed by invented words, which are as
 * rare as names. Earlier words are more frequent.
 */
const everyday = (
  'server mcp for the and to a of with your api tools data model context protocol ai search from access ' +
  'files code agent client integration manage query database web automation github local cloud service ' +
  'image file python typescript assistant chat message email calendar notes task project issue workflow ' +
  'pipeline deploy docker kubernetes cluster container log metric monitor trace alert dashboard report ' +
  'chart table spreadsheet document pdf markdown text translate speech audio video screenshot browser page ' +
  'crawl scrape fetch request http graphql rest websocket stream queue event webhook schedule cron job ' +
  'cache redis postgres mysql sqlite mongo elastic vector embedding index semantic memory knowledge graph ' +
  'node edge wiki article news weather map location route travel hotel flight payment invoice order product ' +
  'shop price stock crypto wallet token contract chain bank account user team role permission secret key ' +
  'vault auth login session oauth identity security scan audit policy compliance risk test browser ' +
  'playwright debug lint format build package module library framework template generator schema validate ' +
  'convert parse export import sync backup restore migrate archive storage bucket object folder terminal ' +
  'shell command process system device sensor home light camera printer robot game score music playlist ' +
  'photo design figma slack discord telegram notion linear jira gitlab bitbucket azure google drive gmail ' +
  'sheets slides youtube twitter reddit spotify stripe shopify salesforce hubspot zendesk airtable obsidian ' +
  'todo trello asana confluence snowflake bigquery databricks kafka rabbit nats mqtt grpc proto terraform ' +
  'ansible pulumi helm nginx apache linux windows mac android ios swift kotlin java rust go ruby php perl ' +
  'lua scala haskell elixir julia math physics chemistry biology medical health fitness recipe food legal ' +
  'law tax finance accounting budget crm erp hr recruit resume learn course quiz book library paper ' +
  'research citation arxiv science space satellite time zone date number random color font icon emoji ' +
  'language grammar spelling dictionary thesaurus'
).split(' ')

const onsets = [
  'b',
  'br',
  'c',
  'cl',
  'd',
  'dr',
  'f',
  'fl',
  'g',
  'gr',
  'h',
  'j',
  'k',
  'kr',
  'l',
  'm',
  'n',
  'p',
  'pl',
  'qu',
  'r',
  's',
  'sk',
  'st',
  't',
  'tr',
  'v',
  'w',
  'x',
  'z',
]
const vowels = ['a', 'e', 'i', 'o', 'u', 'ai', 'ea', 'io', 'ou']
const codas = ['', '', 'n', 'r', 's', 'x', 'l', 'm', 'nd', 'rt', 'ck']

/** Returns this number of different words, everyday words first. */
export function vocabulary(size: number, random: () => number): readonly string[] {
  const words = new Set(everyday)
  const one = (parts: readonly string[]) => parts[Math.floor(random() * parts.length)] ?? ''
  while (words.size < size) {
    const syllables = 2 + Math.floor(random() * 2)
    words.add(Array.from({ length: syllables }, () => one(onsets) + one(vowels)).join('') + one(codas))
  }
  return [...words]
}

/** Returns a generator of list indexes with a Zipf distribution: about one divided by the position. */
export function zipf(size: number, random: () => number): () => number {
  const logarithm = Math.log(size + 1)
  return () => Math.min(Math.floor(Math.exp(random() * logarithm)) - 1, size - 1)
}
