import Markdown from "react-markdown";
import remarkGfm from "remark-gfm";

const plugins = [remarkGfm];

/** Loaded on the first answer. HTML in answers stays text; links open in a tab that knows nothing of this page. */
// biome-ignore lint/style/noDefaultExport: React.lazy takes a module's default.
export default function MarkdownBlock({ text }: { text: string }) {
  return (
    <Markdown
      remarkPlugins={plugins}
      components={{
        a: ({ href, children }) => (
          <a href={href} target="_blank" rel="noopener noreferrer" title={href}>
            {children}
          </a>
        ),
        // A picture from elsewhere would tell its server who reads this.
        img: ({ alt, src }) => <span>{alt || String(src)}</span>,
      }}
    >
      {text}
    </Markdown>
  );
}
