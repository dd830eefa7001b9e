import { Combobox } from "@base-ui/react/combobox";
import { Select as Base } from "@base-ui/react/select";
import clsx from "clsx";
import { Check, ChevronsUpDown, Search } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { SELECT_SEARCH_THRESHOLD } from "#domain/vocabulary";
import { popupClass } from "../styles/popupClass";
import { controlClass, iconClass, type Rounding, roundingClass, type Size, textClass } from "../styles/scale";

export interface SelectOption {
  value: string;
  label: string;
  /** Secondary text on the right. */
  hint?: string;
  disabled?: boolean;
}

interface SelectBase {
  label: string;
  /** Hides the label except from screen readers. */
  hideLabel?: boolean;
  options: readonly SelectOption[];
  /** Shown without a selection. Default: "Any". */
  placeholder?: string;
  /** Default: true for more than eight options. */
  searchable?: boolean;
  disabled?: boolean;
  /** Secondary text under the control. */
  hint?: ReactNode;
  /** Error message, announced by screen readers; marks the control invalid. */
  error?: string | null;
  size?: Size;
  rounding?: Rounding;
  className?: string;
}

export interface SingleSelectProps extends SelectBase {
  multiple?: false;
  value: string | null;
  onChange: (value: string | null) => void;
}

export interface MultiSelectProps extends SelectBase {
  multiple: true;
  value: readonly string[];
  onChange: (value: string[]) => void;
  /** Set if another source, such as the server, searches: `options` are the matches of the latest text. */
  remote?: RemoteOptions | undefined;
  /** True for a single selection: the list closes with the choice. */
  closesOnChoice?: boolean;
}

export interface RemoteOptions {
  onSearch: (words: string) => void;
  /** The selection, whether or not it is among the current options. */
  chosen: readonly SelectOption[];
  /** Status of the list: loading, or more options available. Also announced. */
  note: string | null;
}

export type SelectProps = SingleSelectProps | MultiSelectProps;

const listHeight: Record<Size, string> = {
  xs: "max-h-list-xs",
  sm: "max-h-list-sm",
  md: "max-h-list-md",
  lg: "max-h-list-lg",
  xl: "max-h-list-xl",
};

const itemClass = clsx(
  "grid cursor-default select-none grid-cols-[auto_1fr_auto] items-center gap-2 rounded-sm py-1 pr-2 pl-1.5 outline-none",
  "data-highlighted:bg-hover data-disabled:opacity-50",
);

/** Text of the closed control: the selected label, or the first and the number of others. */
export function selectSummary(
  options: readonly SelectOption[],
  values: readonly string[],
  placeholder: string,
): string {
  const chosen = options.filter((option) => values.includes(option.value));
  const [first, ...rest] = chosen;
  if (!first) return placeholder;
  return rest.length === 0 ? first.label : `${first.label} +${rest.length}`;
}

/**
 * Selects one or several options. Typing jumps to an option, or searches a long list; arrow keys, Home, End,
 * Enter and Escape work as in a native list.
 */
export function Select(props: SelectProps) {
  const searchable =
    props.searchable ?? (remoteOf(props) !== undefined || props.options.length > SELECT_SEARCH_THRESHOLD);
  return searchable ? <SearchSelect {...props} /> : <ListSelect {...props} />;
}

const remoteOf = (props: SelectProps): RemoteOptions | undefined =>
  props.multiple ? props.remote : undefined;

const chosenValues = (props: SelectProps): readonly string[] =>
  props.multiple ? props.value : props.value === null ? [] : [props.value];

function Closed({ props, children }: { props: SelectProps; children?: ReactNode }) {
  const { size = "md", options, placeholder = "Any" } = props;
  const values = chosenValues(props);
  return (
    <>
      <span className={clsx("min-w-0 flex-1 truncate text-left", values.length === 0 && "text-muted")}>
        {selectSummary(remoteOf(props)?.chosen ?? options, values, placeholder)}
      </span>
      {children}
      <ChevronsUpDown aria-hidden="true" className={clsx("text-faint", iconClass[size])} />
    </>
  );
}

const triggerClass = ({ size = "md", rounding = "md", className }: SelectProps) =>
  clsx(
    "inline-flex min-w-0 items-center border border-control bg-surface hover:bg-hover data-popup-open:bg-hover",
    "aria-invalid:border-negative disabled:cursor-not-allowed disabled:opacity-50 data-disabled:opacity-50",
    controlClass[size],
    roundingClass[rounding],
    className,
  );

interface SelectIds {
  control: string;
  label: string;
  note: string;
}

function useSelectIds(): SelectIds {
  const id = useId();
  // The library derives the id of a label from that of its control.
  return { control: id, label: `${id}-label`, note: `${id}-note` };
}

/** Attributes of the closed control before hydration; the library sets its own afterwards. */
const triggerAttributes = ({ error, hint }: SelectProps, ids: SelectIds) => ({
  "aria-labelledby": ids.label,
  "aria-invalid": error ? (true as const) : undefined,
  "aria-describedby": error || hint ? ids.note : undefined,
});

function Note({ props: { error, hint }, id }: { props: SelectProps; id: string }) {
  if (!error && !hint) return null;
  return (
    <span
      id={id}
      role={error ? "alert" : undefined}
      className={clsx("text-sm", error ? "text-negative" : "text-faint")}
    >
      {error || hint}
    </span>
  );
}

const labelClass = (hidden: boolean | undefined) => (hidden ? "sr-only" : "text-muted text-sm");

function ItemBody({ option, indicator }: { option: SelectOption; indicator: ReactNode }) {
  return (
    <>
      <span className="grid size-4 place-items-center text-accent">{indicator}</span>
      <span className="min-w-0 truncate">{option.label}</span>
      {option.hint && <span className="text-faint text-sm">{option.hint}</span>}
    </>
  );
}

function ListSelect(props: SelectProps) {
  const { options, label, hideLabel, disabled, size = "md", multiple } = props;
  const ids = useSelectIds();
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <Base.Root
        id={ids.control}
        multiple={multiple ?? false}
        items={[...options]}
        value={multiple ? [...props.value] : props.value}
        onValueChange={(value: string | string[] | null) => {
          if (props.multiple) props.onChange(Array.isArray(value) ? value : []);
          else props.onChange(Array.isArray(value) ? (value[0] ?? null) : value);
        }}
        disabled={disabled}
      >
        <Base.Label className={labelClass(hideLabel)}>{label}</Base.Label>
        <Base.Trigger {...triggerAttributes(props, ids)} className={triggerClass(props)}>
          <Closed props={props} />
        </Base.Trigger>
        <Base.Portal>
          <Base.Positioner sideOffset={4} alignItemWithTrigger={false} className="z-50 outline-none">
            <Base.Popup className={clsx(popupClass, "min-w-(--anchor-width)")}>
              <Base.List
                className={clsx("slim-scroll overflow-y-auto p-1", listHeight[size], textClass[size])}
              >
                {options.map((option) => (
                  <Base.Item
                    key={option.value}
                    value={option.value}
                    disabled={option.disabled}
                    className={itemClass}
                  >
                    <ItemBody
                      option={option}
                      indicator={
                        <Base.ItemIndicator>
                          <Check aria-hidden="true" className="size-3.5" />
                        </Base.ItemIndicator>
                      }
                    />
                  </Base.Item>
                ))}
              </Base.List>
            </Base.Popup>
          </Base.Positioner>
        </Base.Portal>
      </Base.Root>
      <Note props={props} id={ids.note} />
    </div>
  );
}

function SearchSelect(props: SelectProps) {
  const { options, label, hideLabel, disabled, size = "md" } = props;
  const remote = remoteOf(props);
  const ids = useSelectIds();
  const [open, setOpen] = useState(false);
  const list = (
    <>
      <Combobox.Label className={labelClass(hideLabel)}>{label}</Combobox.Label>
      <Combobox.Trigger {...triggerAttributes(props, ids)} className={triggerClass(props)}>
        <Closed props={props} />
      </Combobox.Trigger>
      <Combobox.Portal>
        <Combobox.Positioner align="start" sideOffset={4} className="z-50 outline-none">
          <Combobox.Popup
            aria-label={label}
            className={clsx(popupClass, "w-max min-w-(--anchor-width) max-w-xs")}
          >
            <div className="flex items-center gap-2 border-b px-2.5">
              <Search aria-hidden="true" className="size-3.5 text-faint" />
              <Combobox.Input
                aria-label={`Search ${label}`}
                placeholder="Search"
                className={clsx(
                  "h-control-md w-full min-w-0 bg-transparent outline-none placeholder:text-faint",
                  textClass[size],
                )}
              />
            </div>
            <Combobox.Empty className="empty:hidden">
              {remote?.note == null && <div className="px-3 py-4 text-md text-muted">No matches.</div>}
            </Combobox.Empty>
            <Combobox.List
              className={clsx(
                "slim-scroll overflow-y-auto overscroll-contain p-1 empty:p-0",
                listHeight[size],
                textClass[size],
              )}
            >
              {(option: SelectOption) => (
                <Combobox.Item
                  key={option.value}
                  value={option}
                  disabled={option.disabled}
                  className={itemClass}
                >
                  <ItemBody
                    option={option}
                    indicator={
                      <Combobox.ItemIndicator>
                        <Check aria-hidden="true" className="size-3.5" />
                      </Combobox.ItemIndicator>
                    }
                  />
                </Combobox.Item>
              )}
            </Combobox.List>
            {remote && (
              <Combobox.Status className="border-t px-3 py-1.5 text-muted text-sm empty:hidden">
                {remote.note}
              </Combobox.Status>
            )}
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </>
  );
  const chosen = remote
    ? [...remote.chosen]
    : options.filter((option) => chosenValues(props).includes(option.value));
  const same = (a: SelectOption, b: SelectOption) => a.value === b.value;
  return (
    <div className="flex min-w-0 flex-col gap-1">
      {props.multiple ? (
        <Combobox.Root
          id={ids.control}
          multiple
          autoHighlight
          items={[...options]}
          value={chosen}
          isItemEqualToValue={same}
          // The server's matches are not filtered again.
          {...(remote && { filter: null, onInputValueChange: remote.onSearch })}
          open={open}
          onOpenChange={setOpen}
          onValueChange={(next: SelectOption[]) => {
            props.onChange(next.map((option) => option.value));
            if (props.closesOnChoice) setOpen(false);
          }}
          disabled={disabled}
        >
          {list}
        </Combobox.Root>
      ) : (
        <Combobox.Root
          id={ids.control}
          autoHighlight
          items={[...options]}
          value={chosen[0] ?? null}
          isItemEqualToValue={same}
          onValueChange={(next: SelectOption | null) => props.onChange(next?.value ?? null)}
          disabled={disabled}
        >
          {list}
        </Combobox.Root>
      )}
      <Note props={props} id={ids.note} />
    </div>
  );
}
