import { type Credential, named, token } from '../credential.ts'

const search = 'use the service on the bill of its owner'

/** Services that agents call: search, scraping, browsers, vector stores. */
export const agentTools: readonly Credential[] = [
  token({ id: 'leaked-tavily-key', name: 'Tavily API key', shape: 'tvly-{word:32-50}', severity: 'medium', grants: search, revoke: 'at https://app.tavily.com' }),
  token({ id: 'leaked-firecrawl-key', name: 'Firecrawl API key', shape: 'fc-{hex:32}', severity: 'medium', grants: search, revoke: 'at https://www.firecrawl.dev/app/api-keys' }),
  token({ id: 'leaked-apify-token', name: 'Apify API token', shape: 'apify_api_{alnum:36}', severity: 'high', grants: 'run actors and read what they stored', revoke: 'at https://console.apify.com/settings/integrations' }),
  token({ id: 'leaked-browserbase-key', name: 'Browserbase API key', shape: 'bb_live_{word:27}', severity: 'high', grants: 'use browsers with the sessions of its owner', revoke: 'at https://www.browserbase.com/settings' }),
  token({ id: 'leaked-e2b-key', name: 'E2B API key', shape: 'e2b_{hex:40}', severity: 'medium', grants: search, revoke: 'at https://e2b.dev/dashboard' }),
  token({ id: 'leaked-context7-key', name: 'Context7 API key', shape: 'ctx7sk-{uuid:1}', severity: 'low', grants: search, revoke: 'at https://context7.com/dashboard' }),
  token({ id: 'leaked-jina-key', name: 'Jina API key', shape: 'jina_{hex:32}{word:28}', severity: 'medium', grants: search, revoke: 'at https://jina.ai/api-dashboard' }),
  token({ id: 'leaked-pinecone-key', name: 'Pinecone API key', shape: 'pcsk_{alnum:5-8}_{alnum:60-66}', severity: 'high', grants: 'read, change and delete the indexes of the project', revoke: 'at https://app.pinecone.io' }),
  named({ id: 'leaked-brave-search-key', name: 'Brave Search API key', names: ['brave_api_key', 'brave_search_api_key'], shape: 'BSA{word:28}', severity: 'medium', precision: 'medium', grants: search, revoke: 'at https://api-dashboard.search.brave.com' }),
  named({ id: 'leaked-exa-key', name: 'Exa API key', names: ['exa_api_key'], shape: '{uuid:1}', severity: 'medium', grants: search, revoke: 'at https://dashboard.exa.ai/api-keys' }),
  named({ id: 'leaked-serpapi-key', name: 'SerpApi key', names: ['serpapi_api_key', 'serpapi_key', 'serp_api_key'], shape: '{hex:64}', severity: 'medium', precision: 'medium', grants: search, revoke: 'at https://serpapi.com/manage-api-key' }),
  named({ id: 'leaked-serper-key', name: 'Serper API key', names: ['serper_api_key'], shape: '{hex:40}', severity: 'medium', grants: search, revoke: 'at https://serper.dev/api-key' }),
  named({ id: 'leaked-weaviate-key', name: 'Weaviate API key', names: ['weaviate_api_key', 'wcd_api_key', 'wcs_api_key'], shape: '{alnum:36-40}', severity: 'high', grants: 'read and change the cluster', revoke: 'at https://console.weaviate.cloud' }),
  named({ id: 'leaked-bright-data-token', name: 'Bright Data API token', names: ['brightdata_api_token', 'bright_data_api_token', 'brightdata_api_key'], shape: '{hex:64}', severity: 'medium', grants: search, revoke: 'at https://brightdata.com/cp/setting/users' }),
]
