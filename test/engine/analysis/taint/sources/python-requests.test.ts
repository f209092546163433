import { describe, expect, it } from 'vitest'
import { flowsIn } from '../propagation/found-flows.ts'
import { requestClassModels } from '../../../../../src/engine/analysis/models/sources/python-requests.ts'
import { sourceText } from '../../../../../src/engine/rules/dangerous-flows/source-text.ts'
import { findTaintSources } from '../../../../../src/engine/analysis/taint/sources/find-taint-sources.ts'
import { referencesIn } from '../../linked-texts.ts'
import type { Texts } from '../../linked-texts.ts'

/** Returns the lines of the first file at which untrusted input reaches a shell. */
const shellLines = (texts: Texts) =>
  flowsIn(texts)
    .flows.filter(({ kind, entry }) => kind === 'command' && entry === 'http-request')
    .map(({ steps }) => steps.at(-1)?.line)
    .sort()

const views = (lines: readonly string[]) => `import os\n${lines.join('\n')}\n`

describe('requests of Python frameworks', () => {
  it.each(requestClassModels.map((model) => [model.id, model] as const))(
    'reach methods of classes: %s',
    (_id, { example, finds }) => {
      const { entries } = findTaintSources(referencesIn({ 'app.py': example }))
      expect(entries.map(({ label }) => sourceText(label))).toEqual(finds)
    },
  )

  it.each([
    [
      'functions of Sanic, with the path as the second argument too',
      {
        'app.py': views([
          'from sanic import Sanic',
          'app = Sanic("x")',
          '@app.post("/run/<tag:str>")',
          'async def run(request, tag):',
          '    os.system(request.json["host"])',
          '    os.system(tag)',
          'async def late(request, x):',
          '    os.system(x)',
          'app.add_route(late, "/late/<x>")',
        ]),
      },
      [6, 7, 9],
    ],
    [
      'functions of Bottle',
      {
        'app.py': views([
          'from bottle import get, request, Bottle',
          '@get("/b/<name>")',
          'def b(name):',
          '    os.system(name)',
          '    os.system(request.query.q)',
          'Bottle().route("/d/<n>", "GET", callback=lambda n: os.system(n))',
        ]),
      },
      [5, 6, 7],
    ],
    [
      'methods of a resource of Falcon',
      {
        'app.py': views([
          'class Files:',
          '    def on_get(self, req, resp, name):',
          '        os.system(name)',
          '        os.system(req.get_param("q"))',
        ]),
      },
      [4, 5],
    ],
    [
      'methods that CherryPy exposes',
      {
        'app.py': views([
          'import cherrypy',
          'class Root:',
          '    @cherrypy.expose',
          '    def index(self, name):',
          '        os.system(name)',
          '        os.system(cherrypy.request.json["x"])',
          '    def hidden(self, name):',
          '        os.system(name)',
          '@cherrypy.expose',
          'class Api:',
          '    def GET(self, x):',
          '        os.system(x)',
        ]),
      },
      [13, 6, 7],
    ],
    [
      'a socket of Quart',
      {
        'app.py': views([
          'from quart import Quart, websocket',
          'app = Quart(__name__)',
          '@app.websocket("/ws")',
          'async def ws():',
          '    os.system(await websocket.receive())',
        ]),
      },
      [6],
    ],
    [
      'the event of AWS Lambda, but not what the platform fills in',
      {
        'app.py': views([
          'import json',
          'def lambda_handler(event, context):',
          '    os.system(json.loads(event["body"])["host"])',
          '    os.system(event["requestContext"]["stage"])',
        ]),
      },
      [4],
    ],
    [
      'functions of Azure and Google Cloud',
      {
        'app.py': views([
          'import azure.functions as func',
          'import functions_framework',
          'def main(req: func.HttpRequest):',
          '    os.system(req.params.get("host"))',
          '@functions_framework.http',
          'def hello(request):',
          '    os.system(request.args["host"])',
        ]),
      },
      [5, 8],
    ],
    [
      'an application of WSGI',
      { 'app.py': views(['def application(environ, start_response):', '    os.system(environ["QUERY_STRING"])']) },
      [3],
    ],
    [
      'functions that Django routes to',
      {
        'app/views.py': views([
          'def ping(request, name):',
          '    os.system(request.GET["host"])',
          '    os.system(name)',
        ]),
        'app/urls.py':
          'from django.urls import path\nfrom . import views\nurlpatterns = [path("p/<name>", views.ping)]\n',
      },
      [3, 4],
    ],
    [
      'functions of a module of Django, whoever routes to them',
      {
        'views.py': views([
          'from django.shortcuts import render',
          'def ping(request):',
          '    if request.method == "POST":',
          '        os.system(request.POST.get("host"))',
          '    return render(request, "x.html")',
        ]),
      },
      [5],
    ],
    [
      'methods of a class that extends one of the project',
      {
        'views.py': views([
          'from rest_framework.viewsets import ModelViewSet',
          'class Base(ModelViewSet):',
          '    pass',
          'class Runs(Base):',
          '    def create(self, request):',
          '        os.system(request.data["command"])',
        ]),
      },
      [7],
    ],
    [
      'a handler that reads the body itself',
      {
        'server.py': views([
          'from http.server import BaseHTTPRequestHandler',
          'class H(BaseHTTPRequestHandler):',
          '    def do_POST(self):',
          '        body = self.rfile.read(int(self.headers["Content-Length"]))',
          '        os.system(body.decode())',
        ]),
      },
      [6],
    ],
    [
      'an application of ASGI',
      {
        'app.py': views([
          'async def app(scope, receive, send):',
          '    os.system(scope["path"])',
          '    os.system((await receive())["body"].decode())',
          '    os.system(scope["type"])',
        ]),
      },
      [3, 4],
    ],
    [
      'what a method of the request of Flask returns',
      {
        'app.py': views([
          'from flask import Blueprint, request',
          'bp = Blueprint("x", __name__)',
          '@bp.post("/run")',
          'def run():',
          '    os.system(request.get_json()["command"])',
          '    os.system(request.method)',
        ]),
      },
      [6],
    ],
    [
      'what a provider of FastAPI takes from the request',
      {
        'app.py': views([
          'from fastapi import FastAPI, Depends',
          'app = FastAPI()',
          'def host_of(host: str):',
          '    return host.strip()',
          '@app.get("/ping")',
          'def ping(host: str = Depends(host_of)):',
          '    os.system(host)',
        ]),
      },
      [8],
    ],
  ])('reach %s', (_name, texts, lines) => {
    expect(shellLines(texts)).toEqual(lines)
  })

  it.each([
    [
      'parameters that FastAPI fills in itself',
      [
        'from typing import Annotated',
        'from fastapi import FastAPI, Depends',
        'app = FastAPI()',
        'def shell(): return "sh"',
        'Shell = Annotated[str, Depends(shell)]',
        '@app.get("/x")',
        'def run(one: Shell, other: str = Depends(shell), third: "Annotated[str, Depends(shell)]" = None):',
        '    os.system(one)',
        '    os.system(other)',
        '    os.system(third)',
      ],
    ],
    [
      'what the server keeps in a request',
      [
        'from fastapi import FastAPI, Request',
        'app = FastAPI()',
        '@app.get("/x")',
        'def run(request: Request):',
        '    os.system(request.app.state.command)',
        '    os.system(request.state.command)',
        '    os.system(request.session["command"])',
      ],
    ],
    [
      'functions outside of a framework whose parameter is called request',
      [
        'def run(request):',
        '    os.system(request.command)',
        'class View:',
        '    def get(self, request):',
        '        os.system(request)',
      ],
    ],
  ])('are not %s', (_name, lines) => {
    expect(shellLines({ 'app.py': views(lines) })).toEqual([])
  })
})
