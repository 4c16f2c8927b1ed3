import { autocompletion, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { yaml } from '@codemirror/lang-yaml';
import { HighlightStyle, indentOnInput, syntaxHighlighting } from '@codemirror/language';
import { lintGutter, lintKeymap, setDiagnostics, type Diagnostic } from '@codemirror/lint';
import { EditorState } from '@codemirror/state';
import { EditorView, highlightSpecialChars, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { completePolicy } from './complete.ts';

export interface Mark {
  /** One-based. */
  readonly line: number;
  readonly severity: 'error' | 'warning';
  readonly message: string;
}

/** Colours of both themes; names of custom properties stand in the style sheet. */
const colours = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: 'var(--accent)' },
  { tag: tags.comment, color: 'var(--quiet)' },
]);

interface EditorOptions {
  readonly label: string;
  readonly text: string;
  readonly marks: readonly Mark[];
  readonly completes: boolean;
  readonly onChange: (text: string) => void;
}

/** A text with line numbers, and what is wrong with it at its line. */
export function Editor(options: EditorOptions): JSX.Element {
  const { label, text, marks, completes } = options;
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const change = useRef(options.onChange);
  change.current = options.onChange;

  useEffect(() => {
    if (place.current === null) return undefined;
    const editor = new EditorView({
      parent: place.current,
      state: EditorState.create({
        doc: text,
        extensions: [
          lineNumbers(),
          history(),
          highlightSpecialChars(),
          indentOnInput(),
          yaml(),
          syntaxHighlighting(colours),
          lintGutter(),
          autocompletion({ override: completes ? [completePolicy] : [] }),
          // Tab leaves the editor: whoever uses the keyboard gets out of it again.
          keymap.of([...defaultKeymap, ...historyKeymap, ...completionKeymap, ...lintKeymap]),
          EditorView.lineWrapping,
          EditorView.contentAttributes.of({ 'aria-label': label }),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) change.current(update.state.doc.toString());
          }),
        ],
      }),
    });
    view.current = editor;
    return () => editor.destroy();
  }, [label, completes]);

  useEffect(() => {
    const editor = view.current;
    if (editor === null || editor.state.doc.toString() === text) return;
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: text } });
  }, [text]);

  useEffect(() => {
    const editor = view.current;
    if (editor === null) return;
    editor.dispatch(
      setDiagnostics(
        editor.state,
        marks.map((mark) => diagnosticOf(editor, mark)),
      ),
    );
  }, [marks]);

  return <div class="editor" ref={place} />;
}

function diagnosticOf({ state }: EditorView, { line, severity, message }: Mark): Diagnostic {
  const at = state.doc.line(Math.min(Math.max(line, 1), state.doc.lines));
  return { from: at.from, to: at.to, severity, message };
}
