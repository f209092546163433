import { type Credential, named, token } from '../credential.ts'

const spend = 'call models on the bill of its owner, and read what is stored there'
const openai = { severity: 'critical', grants: spend, revoke: 'at https://platform.openai.com/api-keys' } as const
const anthropic = { severity: 'critical', grants: spend, revoke: 'at https://console.anthropic.com/settings/keys' } as const

/** Providers of models. */
export const modelProviders: readonly Credential[] = [
  token({ ...openai, id: 'leaked-openai-key', name: 'OpenAI API key', shape: 'sk-{alnum:20}T3BlbkFJ{alnum:20}' }),
  token({ ...openai, id: 'leaked-openai-project-key', name: 'OpenAI project API key', shape: 'sk-{proj|svcacct|None}-{word:20-74}T3BlbkFJ{word:20-74}', keywords: ['sk-proj-', 'sk-svcacct-', 'sk-none-'] }),
  token({ ...openai, id: 'leaked-openai-admin-key', name: 'OpenAI admin key', shape: 'sk-admin-{word:20-74}T3BlbkFJ{word:20-74}', grants: 'change the organization: its members, projects and keys', revoke: 'at https://platform.openai.com/settings/organization/admin-keys' }),
  token({ ...anthropic, id: 'leaked-anthropic-key', name: 'Anthropic API key', shape: 'sk-ant-api03-{word:93}AA' }),
  token({ ...anthropic, id: 'leaked-anthropic-admin-key', name: 'Anthropic admin key', shape: 'sk-ant-admin01-{word:93}AA', grants: 'change the organization: its members, workspaces and keys' }),
  token({ ...anthropic, id: 'leaked-anthropic-oauth-token', name: 'Anthropic OAuth token', shape: 'sk-ant-o{a|r}t01-{word:93}AA', keywords: ['sk-ant-oat01-', 'sk-ant-ort01-'], severity: 'high', grants: 'use the subscription of its owner' }),
  token({ id: 'leaked-huggingface-token', name: 'Hugging Face access token', shape: 'hf_{alnum:34}', severity: 'high', grants: 'read private models and data of its owner, and with a writing token change them', revoke: 'at https://huggingface.co/settings/tokens' }),
  token({ id: 'leaked-huggingface-organization-token', name: 'Hugging Face organization token', shape: 'api_org_{alnum:34}', severity: 'high', grants: 'read private models and data of the organization', revoke: 'at https://huggingface.co/settings/organizations' }),
  token({ id: 'leaked-groq-key', name: 'Groq API key', shape: 'gsk_{alnum:52}', severity: 'high', grants: spend, revoke: 'at https://console.groq.com/keys' }),
  token({ id: 'leaked-replicate-token', name: 'Replicate API token', shape: 'r8_{alnum:37}', severity: 'high', grants: spend, revoke: 'at https://replicate.com/account/api-tokens' }),
  token({ id: 'leaked-perplexity-key', name: 'Perplexity API key', shape: 'pplx-{alnum:48}', severity: 'high', grants: spend, revoke: 'at https://www.perplexity.ai/account/api/keys' }),
  token({ id: 'leaked-xai-key', name: 'xAI API key', shape: 'xai-{alnum:80}', severity: 'high', grants: spend, revoke: 'at https://console.x.ai' }),
  token({ id: 'leaked-openrouter-key', name: 'OpenRouter API key', shape: 'sk-or-v1-{hex:64}', severity: 'high', grants: spend, revoke: 'at https://openrouter.ai/settings/keys' }),
  token({ id: 'leaked-nvidia-key', name: 'NVIDIA API key', shape: 'nvapi-{word:60-70}', severity: 'high', grants: spend, revoke: 'at https://org.ngc.nvidia.com/setup/api-keys' }),
  token({ id: 'leaked-cerebras-key', name: 'Cerebras API key', shape: 'csk-{low36:48}', severity: 'high', grants: spend, revoke: 'at https://cloud.cerebras.ai' }),
  token({ id: 'leaked-fireworks-key', name: 'Fireworks API key', shape: 'fw_{alnum:22-24}', severity: 'medium', precision: 'low', grants: spend, revoke: 'at https://app.fireworks.ai/settings/users/api-keys' }),
  token({ id: 'leaked-together-key', name: 'Together API key', shape: 'tgp_v1_{word:43}', severity: 'high', grants: spend, revoke: 'at https://api.together.ai/settings/api-keys' }),
  named({ id: 'leaked-together-hex-key', name: 'Together API key', names: ['together_api_key', 'togetherai_api_key'], shape: '{hex:64}', severity: 'high', grants: spend, revoke: 'at https://api.together.ai/settings/api-keys' }),
  named({ id: 'leaked-deepseek-key', name: 'DeepSeek API key', names: ['deepseek_api_key', 'deepseek_key'], shape: 'sk-{hex:32}', severity: 'high', precision: 'medium', grants: spend, revoke: 'at https://platform.deepseek.com/api_keys' }),
  named({ id: 'leaked-dashscope-key', name: 'DashScope API key', names: ['dashscope_api_key', 'qwen_api_key'], shape: 'sk-{hex:32}', severity: 'high', precision: 'medium', grants: spend, revoke: 'at https://bailian.console.aliyun.com' }),
  named({ id: 'leaked-moonshot-key', name: 'Moonshot API key', names: ['moonshot_api_key', 'kimi_api_key'], shape: 'sk-{alnum:48}', severity: 'high', precision: 'medium', grants: spend, revoke: 'at https://platform.moonshot.ai/console/api-keys' }),
  named({ id: 'leaked-zhipu-key', name: 'Zhipu API key', names: ['zhipu_api_key', 'zhipuai_api_key', 'zai_api_key', 'glm_api_key', 'bigmodel_api_key'], shape: '{hex:32}.{alnum:16}', severity: 'high', precision: 'medium', grants: spend, revoke: 'at https://open.bigmodel.cn' }),
  named({ id: 'leaked-mistral-key', name: 'Mistral API key', names: ['mistral_api_key', 'mistralai_api_key'], shape: '{alnum:32}', severity: 'high', grants: spend, revoke: 'at https://console.mistral.ai/api-keys' }),
  named({ id: 'leaked-cohere-key', name: 'Cohere API key', names: ['cohere_api_key', 'co_api_key'], shape: '{alnum:40}', severity: 'high', grants: spend, revoke: 'at https://dashboard.cohere.com/api-keys' }),
  named({ id: 'leaked-voyage-key', name: 'Voyage AI API key', names: ['voyage_api_key', 'voyageai_api_key'], shape: 'pa-{word:43}', severity: 'medium', precision: 'medium', grants: spend, revoke: 'at https://dashboard.voyageai.com' }),
  named({ id: 'leaked-stability-key', name: 'Stability AI API key', names: ['stability_api_key', 'stability_key', 'dreamstudio_api_key'], shape: 'sk-{alnum:48}', severity: 'high', precision: 'medium', grants: spend, revoke: 'at https://platform.stability.ai/account/keys' }),
  token({ id: 'leaked-elevenlabs-key', name: 'ElevenLabs API key', shape: 'sk_{hex:48}', severity: 'high', grants: spend, revoke: 'at https://elevenlabs.io/app/settings/api-keys' }),
  named({ id: 'leaked-deepgram-key', name: 'Deepgram API key', names: ['deepgram_api_key', 'deepgram_token'], shape: '{hex:40}', severity: 'medium', grants: spend, revoke: 'at https://console.deepgram.com' }),
  named({ id: 'leaked-assemblyai-key', name: 'AssemblyAI API key', names: ['assemblyai_api_key', 'assembly_ai_api_key', 'aai_api_key'], shape: '{hex:32}', severity: 'medium', grants: spend, revoke: 'at https://www.assemblyai.com/dashboard' }),
  named({ id: 'leaked-wandb-key', name: 'Weights and Biases API key', names: ['wandb_api_key'], shape: '{hex:40}', severity: 'high', precision: 'medium', grants: 'read and change the runs of its owner', revoke: 'at https://wandb.ai/settings' }),
  token({ id: 'leaked-langsmith-key', name: 'LangSmith API key', shape: 'lsv2_{pt|sk}_{hex:32}_{hex:10}', keywords: ['lsv2_pt_', 'lsv2_sk_'], severity: 'high', grants: 'read the traces, with all prompts and answers', revoke: 'at https://smith.langchain.com/settings' }),
  token({ id: 'leaked-langfuse-key', name: 'Langfuse secret key', shape: 'sk-lf-{uuid:1}', severity: 'high', grants: 'read and write the traces, with all prompts and answers', revoke: 'in Langfuse, in the settings of the project' }),
]
