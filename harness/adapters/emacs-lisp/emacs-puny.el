;; conform-about: Emacs' library puny.el: puny-encode-string and puny-decode-string.
;; conform-needs: emacs
;; conform-packages: emacs-nox
;; conform-layer: a-label
;; conform-run: emacs --quick --batch --load {source}

;; The codec: what another library would need changed. It returns invalid input as it is, so any error is a fault.

(require 'puny)

(defconst codec
  '(("encode" . puny-encode-string)
    ("decode" . puny-decode-string)
    ("echo" . identity)))

;; The protocol: one answer a line, code points in hexadecimal.

(defun answer (operation numbers)
  ;; Strings hold numbers up to 3FFFFF; the last 128 stand for octets that are no text.
  (if (seq-some (lambda (number) (> number #x3FFF7F)) numbers)
      "unsupported by strings of Emacs"
    (condition-case failure
        (let ((output (funcall (cdr (assoc operation codec)) (concat numbers))))
          (mapconcat #'identity (cons "ok" (mapcar (lambda (char) (format "%x" char)) output)) " "))
      (error (format "fault %s: %s" (car failure) (replace-regexp-in-string "[[:space:]]+" " " (format "%S" (cdr failure))))))))

(defun respond (line)
  (pcase (split-string line)
    (`("conform" . ,_)
     (format "conform 1 name=puny.el version=%s language=Emacs%%20Lisp ops=encode,decode echo=yes" emacs-version))
    (`(,id ,operation . ,numbers)
     (concat id " " (answer operation (mapcar (lambda (number) (string-to-number number 16)) numbers))))))

;; CR ends a line here as LF does, so CRLF leaves an empty one, which gets no answer. send-string-to-terminal writes to
;; standard output in batch mode, and flushes it.
(condition-case nil
    (while t
      (when-let ((answer (respond (read-string ""))))
        (send-string-to-terminal (concat answer "\n"))))
  (end-of-file nil))
