const apiToken = '{{glue:9b2f6c1e-7d43|-4a58-8e0b-51c3f7a9d264}}'

export const send = (mail) => post('https://mail.internal/v1/send', mail, { apiToken })
