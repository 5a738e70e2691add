import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { goTemplate } from "./go-template.ts";

describe("templates of Go", () => {
  it.each([
    "",
    "json",
    "table {{.Names}}\t{{.Ports}}",
    '{{.ID}}: {{.Label "com.docker.compose.project"}}',
    "{{ .Dir }}",
    "{{- .Dir -}}{{- .Dir }}",
    '{{join .Imports "\\n"}}',
    "{{.ImportPath}}: {{len .GoFiles}}",
    '{{range .}}{{.number}}{{"\\t"}}{{.title}}{{"\\n"}}{{end}}',
    "{{range $k, $v := .Labels}}{{$k}}={{$v}}{{else}}none{{end}}",
    "{{if and .Standard (not .Incomplete)}}{{.ImportPath}}{{else if .Error}}x{{end}}",
    '{{tablerow (printf "#%v" .number | autocolor "green") .title (timeago .updatedAt)}}{{tablerender}}',
    '{{with $m := .Module}}{{$m.Path}} {{index $m.Versions 0 | printf "%s"}}{{end}}',
    "{{(index .Ports 0).PublicPort}}",
    "{{$x := .A}}{{$x = .B}}{{$x.C}}{{$.D}}",
    "{{`raw }} text`}}",
  ])("[PO135] a template that only shows fields is known: %s", (template) => {
    expect(goTemplate.test(template)).toBe(true);
  });

  it.each([
    "{{",
    "{{}}",
    "{{.A",
    "{{'x'}}",
    '{{"\\x1b"}}',
    '{{(module (printf "evil.example/%x@v1" .Doc)).Version}}',
    "{{module .Dir}}",
    "{{.Dir | module}}",
    '{{with module "evil.example/x"}}{{.Version}}{{end}}',
    '{{if eq (module "x").Version "y"}}{{end}}',
    '{{range $i, $x := module "x"}}{{end}}',
    '{{$x := module "x"}}',
    '{{else if module "x"}}',
    '{{context.Import "x" "y" 0}}',
    "{{context.GOROOT}}",
    "{{$x.Import .A}}",
    '{{.Method "argument"}}',
    "{{.A | .Method}}",
    "{{(.A).Method .B}}",
    "{{call .A}}",
    '{{env "HOME"}}',
    '{{template "x"}}',
    '{{define "x"}}{{end}}',
    '{{block "x" .}}{{end}}',
    "{{(.A}}",
    "{{.A)}}",
    "{{/* comment */}}",
    "{{.A}}{{-module .B}}",
    "{{{module .A}}}",
  ])("[PO135] a template with anything else is not known: %s", (template) => {
    expect(goTemplate.test(template)).toBe(false);
  });

  it("[PO135] a word that is not on the list is not known, wherever it stands", () => {
    const places = [
      "{{W}}",
      "{{ W . }}",
      "{{.A | W}}",
      '{{printf "%s" (W .A)}}',
      "{{(W .A).B}}",
      "{{if W}}{{end}}",
      "{{range $a, $b := W .}}{{end}}",
      "{{with .A}}{{W}}{{end}}",
      "{{- W -}}",
      "{{print W}}",
      "{{.A W}}",
      "{{$x := W}}",
      "{{`x`}}{{W}}",
    ];
    fc.assert(
      fc.property(fc.constantFrom(...places), fc.stringMatching(/^[a-z][a-zA-Z]{0,8}$/), (place, name) => {
        const word = `x${name}`;
        expect(goTemplate.test(place.replace("W", word))).toBe(false);
      }),
      { numRuns: 300 },
    );
  });
});
