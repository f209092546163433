import Ajv from 'ajv'

const ajv = new Ajv({ allErrors: true })

export function checkedBy(schema) {
  const validate = ajv.compile(schema)
  return (request, response, next) => {
    if (!validate(request.body)) {
      response.status(400).json({ errors: validate.errors })
      return
    }
    next()
  }
}
