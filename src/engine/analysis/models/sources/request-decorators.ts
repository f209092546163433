import { anyShape, type Shape, textsShape } from '../../schemas/shape.ts'
import { requestShape } from './http-routes.ts'

/** Frameworks whose parameter decorators select request parts. */
export const decoratingPackages =
  /^(?:@nestjs\/(?:common|graphql|microservices|websockets)|routing-controllers|tsoa|@tsoa\/runtime|inversify-express-utils|@loopback\/rest|type-graphql|@tsed\/(?:common|platform-params)|@midwayjs\/(?:core|decorator)|@foal\/core)$/

/** Parameter decorators, each with the shape of the injected values. */
export const parameterDecorators: ReadonlyMap<string, Shape> = new Map<string, Shape>([
  ...['Body', 'BodyParam', 'BodyParams', 'BodyProp', 'RawBody', 'requestBody', 'Payload', 'MessageBody'].map(
    (name): [string, Shape] => [name, anyShape],
  ),
  ...['Query', 'Queries', 'QueryParam', 'QueryParams', 'queryParam', 'Arg', 'Args', 'ALL'].map(
    (name): [string, Shape] => [name, anyShape],
  ),
  ...['Param', 'Params', 'PathParams', 'Path', 'requestParam', 'param'].map((name): [string, Shape] => [
    name,
    textsShape,
  ]),
  ...['Headers', 'Header', 'HeaderParam', 'HeaderParams', 'requestHeaders', 'CookieParam', 'Cookies'].map(
    (name): [string, Shape] => [name, textsShape],
  ),
  ...['UploadedFile', 'UploadedFiles'].map((name): [string, Shape] => [name, anyShape]),
  ...['Req', 'Request', 'request'].map((name): [string, Shape] => [name, requestShape]),
])

/** Pipes whose result is harmless. */
export const harmlessPipes = /(?:^|\.)Parse(?:Int|Float|Bool|UUID|Enum|Date)Pipe$/

/** Method decorators that bind a method to a path, with the HTTP method. */
export const methodDecorators: ReadonlyMap<string, string> = new Map([
  ['Get', 'GET'],
  ['Post', 'POST'],
  ['Put', 'PUT'],
  ['Patch', 'PATCH'],
  ['Delete', 'DELETE'],
  ['All', 'ALL'],
  ['httpGet', 'GET'],
  ['httpPost', 'POST'],
  ['httpPut', 'PUT'],
  ['httpPatch', 'PATCH'],
  ['httpDelete', 'DELETE'],
])
