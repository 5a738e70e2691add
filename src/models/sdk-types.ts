import type { LanguageModel } from "ai";

/**
 * The provider packages are driven directly, one request at a time: retries are ours (they are shown), arguments that
 * do not parse reach the agent, and the 90 ms of loading `ai` itself are saved. Only its types are used.
 */
export type SdkModel = Extract<LanguageModel, { specificationVersion: "v4" }>;
export type SdkCallOptions = Parameters<SdkModel["doStream"]>[0];
export type SdkPrompt = SdkCallOptions["prompt"];
export type SdkMessage = SdkPrompt[number];
export type SdkMetadata = NonNullable<SdkMessage["providerOptions"]>;
export type SdkStreamPart =
  Awaited<ReturnType<SdkModel["doStream"]>>["stream"] extends ReadableStream<infer Part> ? Part : never;
export type SdkUsage = Extract<SdkStreamPart, { type: "finish" }>["usage"];

/** One provider's model, ready for requests. */
export interface OpenedModel {
  language: {
    doStream(options: SdkCallOptions): PromiseLike<{ stream: AsyncIterable<SdkStreamPart> }>;
  };
  /** What this provider needs beside the common options. */
  extras(request: { thinking: boolean }): Partial<SdkCallOptions>;
}
