import { Toast } from "@base-ui/react/toast";
import clsx from "clsx";
import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from "lucide-react";
import { useEffect } from "react";
import { buttonClass } from "../controls/Button";
import { provideToaster, type Toaster, type ToastVariant } from "./toast";

const icons: Record<ToastVariant, typeof Info> = {
  primary: Info,
  success: CircleCheck,
  warning: TriangleAlert,
  danger: CircleAlert,
};

const iconClass: Record<ToastVariant, string> = {
  primary: "text-accent",
  success: "text-positive",
  warning: "text-caution",
  danger: "text-negative",
};

interface ToastData {
  variant: ToastVariant;
  dismissible: boolean;
}

const toastManager = Toast.createToastManager<ToastData>();

const toaster: Toaster = ({ id, message, variant, dismissible, duration }) => {
  toastManager.add({
    id,
    title: message,
    timeout: duration,
    priority: variant === "danger" || variant === "warning" ? "high" : "low",
    data: { variant, dismissible },
  });
};

/** Container of toasts; rendered once, in the shell. */
export function ToastViewport() {
  // Runs after the provider below has subscribed: child effects run first.
  useEffect(() => provideToaster(toaster), []);
  return (
    <Toast.Provider toastManager={toastManager} limit={4}>
      <Toast.Portal>
        <Toast.Viewport className="fixed right-4 bottom-4 z-50 flex w-toast max-w-[calc(100vw-var(--spacing)*8)] flex-col gap-2">
          <ToastList />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

function ToastList() {
  const { toasts } = Toast.useToastManager<ToastData>();
  return toasts.map((toast) => {
    const { variant, dismissible } = toast.data ?? { variant: "primary", dismissible: true };
    const Icon = icons[variant];
    return (
      <Toast.Root
        key={toast.id}
        toast={toast}
        // The library hides immediate announcements, and buttons until they are hovered or focused. Both can
        // be reached by keyboard, so screen readers must know of them; an alert is not announced twice.
        aria-hidden={false}
        {...(toast.priority === "high" && { "aria-live": "off" as const })}
        swipeDirection="right"
        className={clsx(
          "rounded-lg bg-raised shadow-overlay transition-[opacity,translate] duration-200 ease-out",
          "translate-x-(--toast-swipe-movement-x)",
          "data-ending-style:translate-x-4 data-ending-style:opacity-0 data-starting-style:translate-y-2 data-starting-style:opacity-0",
          "data-limited:hidden",
        )}
      >
        <Toast.Content className="flex items-start gap-2.5 p-3">
          <Icon aria-hidden="true" className={clsx("mt-0.5 size-4 shrink-0", iconClass[variant])} />
          <Toast.Title className="min-w-0 flex-1 break-words text-md" render={<p />} />
          {dismissible && (
            <Toast.Close
              aria-label="Dismiss"
              aria-hidden={false}
              className={buttonClass({ variant: "secondary", size: "xs", square: true })}
            >
              <X aria-hidden="true" className="size-3.5" />
            </Toast.Close>
          )}
        </Toast.Content>
      </Toast.Root>
    );
  });
}
