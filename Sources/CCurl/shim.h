#pragma once
#include <curl/curl.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/socket.h>

// What is used of libcurl: its functions take variable arguments, which Swift cannot call.

typedef size_t (*ccurl_taker)(char *bytes, size_t size, size_t count, void *context);
typedef int (*ccurl_meter)(
    void *context, int64_t down_total, int64_t down, int64_t up_total, int64_t up);

/// A handle and the loop that runs it, with the connections they keep; zeros are none.
typedef struct ccurl_line {
  uintptr_t multi;
  uintptr_t easy;
} ccurl_line;

/// A request: text and bytes stay the caller's, and must stay until the line is cleared.
typedef struct ccurl_request {
  const char *method;
  const char *url;
  /// A list of `curl_slist_append`.
  void *headers;
  /// Null for no body.
  const char *body;
  int64_t body_length;
  int has_body;
  int is_head;
  /// On a connection of its own: on a used one that proves dead, the library sends it once more and
  /// does not tell.
  int is_fresh;
  /// Past any proxy that the environment names.
  int is_direct;
  ccurl_taker take_header;
  ccurl_taker take_body;
  ccurl_meter meter;
  void *context;
} ccurl_request;

static inline ccurl_line ccurl_open(void) {
  void *multi = curl_multi_init();
  void *easy = curl_easy_init();
  if (multi && easy) return (ccurl_line){(uintptr_t)multi, (uintptr_t)easy};
  if (multi) curl_multi_cleanup(multi);
  if (easy) curl_easy_cleanup(easy);
  return (ccurl_line){0, 0};
}

static inline void ccurl_close(ccurl_line line) {
  curl_easy_cleanup((void *)line.easy);
  curl_multi_cleanup((void *)line.multi);
}

/// Ends the wait of a step; from any thread.
static inline void ccurl_wake(ccurl_line line) { curl_multi_wakeup((void *)line.multi); }

/// A socket that no program started from here inherits: with one, the other side would wait for it.
static inline curl_socket_t ccurl_socket(
    void *context, curlsocktype purpose, struct curl_sockaddr *address) {
  return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

/// Puts a request on a line. 0 when that went well.
static inline int ccurl_start(ccurl_line line, const ccurl_request *request) {
  void *easy = (void *)line.easy;
  int wrong = curl_easy_setopt(easy, CURLOPT_URL, request->url);
  wrong |= curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https");
  wrong |= curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
  wrong |= curl_easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, ccurl_socket);
  wrong |= curl_easy_setopt(easy, CURLOPT_PATH_AS_IS, 1L);
  wrong |= curl_easy_setopt(easy, CURLOPT_BUFFERSIZE, 131072L);
  wrong |= curl_easy_setopt(easy, CURLOPT_HTTPHEADER, request->headers);
  if (request->has_body) {
    wrong |= curl_easy_setopt(easy, CURLOPT_POSTFIELDSIZE_LARGE, request->body_length);
    wrong |= curl_easy_setopt(easy, CURLOPT_POSTFIELDS, request->body ? request->body : "");
  } else if (request->is_head) {
    wrong |= curl_easy_setopt(easy, CURLOPT_NOBODY, 1L);
  } else {
    wrong |= curl_easy_setopt(easy, CURLOPT_HTTPGET, 1L);
  }
  if (request->is_direct) wrong |= curl_easy_setopt(easy, CURLOPT_PROXY, "");
  wrong |= curl_easy_setopt(easy, CURLOPT_FRESH_CONNECT, (long)request->is_fresh);
  wrong |= curl_easy_setopt(easy, CURLOPT_CUSTOMREQUEST, request->method);
  wrong |= curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, request->take_header);
  wrong |= curl_easy_setopt(easy, CURLOPT_HEADERDATA, request->context);
  wrong |= curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, request->take_body);
  wrong |= curl_easy_setopt(easy, CURLOPT_WRITEDATA, request->context);
  wrong |= curl_easy_setopt(easy, CURLOPT_XFERINFOFUNCTION, request->meter);
  wrong |= curl_easy_setopt(easy, CURLOPT_XFERINFODATA, request->context);
  wrong |= curl_easy_setopt(easy, CURLOPT_NOPROGRESS, 0L);
  return wrong | curl_multi_add_handle((void *)line.multi, easy);
}

/// Lets what is ready happen, or waits for it. 1 when the request is over, with its result.
static inline int ccurl_step(ccurl_line line, int timeout_ms, int *result) {
  void *multi = (void *)line.multi;
  int running = 0;
  int left = 0;
  int wrong = curl_multi_perform(multi, &running);
  for (CURLMsg *next; (next = curl_multi_info_read(multi, &left));) {
    if (next->msg != CURLMSG_DONE) continue;
    *result = next->data.result;
    return 1;
  }
  if (!wrong) wrong = curl_multi_poll(multi, NULL, 0, timeout_ms, NULL);
  // A loop that does not work any more.
  *result = CURLE_SEND_ERROR;
  return wrong ? 1 : 0;
}

/// Takes a request off its line, whose connections stay if they are in order.
static inline void ccurl_clear(ccurl_line line) {
  curl_multi_remove_handle((void *)line.multi, (void *)line.easy);
  curl_easy_reset((void *)line.easy);
}
